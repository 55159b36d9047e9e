package report

// Style is the style sheet of all pages: light, dark, narrow, printed.
const Style = `
:root{color-scheme:light dark;--paper:#fff;--edge:#1c243066;--ink:#1c2430;--faint:#5b6675;--line:#dfe4ea;--wash:#f4f6f9;--link:#0b57a4;
--plus:#1f5fa8;--minus:#b84a00;--good:#0d6b3d;--goodwash:#e3f4ea;--bad:#a3201d;--badwash:#fbe7e6;--open:#6a5300;--openwash:#fbf2d5}
@media(prefers-color-scheme:dark){:root{--paper:#12161c;--edge:#e4e8ee77;--ink:#e4e8ee;--faint:#a0abb9;--line:#2d3540;--wash:#1b212a;--link:#82b8f5;
--plus:#74b0f4;--minus:#ff9d57;--good:#7bd8a4;--goodwash:#14301f;--bad:#ff9c96;--badwash:#3a1917;--open:#e8cb6c;--openwash:#332a0e}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;background:var(--paper);color:var(--ink)}
body{margin:0 auto;max-width:62rem;padding:0 1rem 4rem}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,button:focus-visible,input:focus-visible,pre:focus-visible,.scroll:focus-visible,.formula:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem} .skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.3rem .6rem;z-index:2}
h1{font-size:1.15rem;color:var(--faint);font-weight:600;margin:1.6rem 0 .4rem}
h2{font-size:1.25rem;margin:2.6rem 0 .7rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
math{font-size:1.15em} math[display=block]{margin:.6rem 0;width:fit-content}
mtd.case{text-align:left;padding:0 1em 0 0}
code,pre{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{overflow-wrap:anywhere}
pre{background:var(--wash);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;overflow-x:auto;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.flag{white-space:nowrap}
.formula{font-size:1.15rem}
.faint{color:var(--faint)} .small{font-size:.9rem}
.verdict{font-size:1.12rem;margin:.8rem 0}
.glance{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.5rem;padding:0;margin:1rem 0}
.glance a{display:flex;gap:.6rem;align-items:center;padding:.45rem .6rem;border:1px solid var(--line);border-radius:8px;text-decoration:none;color:var(--ink);height:100%}
.glance a:hover{background:var(--wash)}
.mark{display:inline-block;border-radius:5px;padding:.05rem .45rem;font-size:.85rem;font-weight:600;white-space:nowrap}
.mark.proved{color:var(--good);background:var(--goodwash)}
.mark.refuted{color:var(--bad);background:var(--badwash)}
.mark.likely{color:var(--good);background:none;box-shadow:inset 0 0 0 1.5px var(--good)}
.mark.unlikely{color:var(--bad);background:none;box-shadow:inset 0 0 0 1.5px var(--bad)}
.mark.undecided{color:var(--open);background:var(--openwash)}
details{border-left:3px solid var(--line);padding-left:.8rem;margin:.5rem 0}
details>summary{cursor:pointer;padding:.15rem 0}
details.claim{border:1px solid var(--line);border-radius:8px;padding:.3rem .8rem;margin:.6rem 0}
details.claim>summary{display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline;list-style-position:outside}
.theorem{font-style:italic}
.target{scroll-margin-top:4rem}
/* what can be scrolled has a shadow at the side where there is more: a cover moves with the content and hides it at the end */
.scroll,.formula,.doc pre{overflow-x:auto;overflow-y:hidden;background:linear-gradient(90deg,var(--under,var(--paper)) 30%,transparent) left/2.2rem 100% local,
linear-gradient(270deg,var(--under,var(--paper)) 30%,transparent) right/2.2rem 100% local,linear-gradient(90deg,var(--edge),transparent) left/.9rem 100%,
linear-gradient(270deg,var(--edge),transparent) right/.9rem 100%,var(--under,var(--paper));background-repeat:no-repeat}
table{border-collapse:collapse;font-size:.92rem;margin:.6rem 0}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
figure{margin:1rem 0} figcaption{color:var(--faint);font-size:.9rem}
.strip{display:grid;grid-template-columns:11rem 1fr;gap:.35rem .8rem;align-items:center;font-size:.92rem}
.pieces{display:grid;grid-template-columns:1fr 1fr;row-gap:.15rem}
.pieces svg{width:100%;height:auto;display:block}
.strip .says{display:none}
@media(hover:none){.pointer{display:none}}
.cell{stroke:var(--paper);stroke-width:.06}
.cell.proved{fill:var(--good)} .cell.refuted{fill:var(--bad)} .cell.likely{fill:var(--good);fill-opacity:.45}
.cell.unlikely{fill:var(--bad);fill-opacity:.45} .cell.undecided{fill:var(--openwash);stroke:var(--open);stroke-width:.05} .cell.none{fill:var(--wash)}
.glyph{font:.5px sans-serif;text-anchor:middle;fill:var(--paper);pointer-events:none}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;font-size:.9rem;color:var(--faint);margin-top:.6rem}
.key svg{width:1em;height:1em;vertical-align:-.12em;margin-right:.35em}
footer{margin-top:3rem;color:var(--faint);font-size:.9rem}
@media(max-width:40rem){.strip,.pieces{grid-template-columns:1fr}.strip .says{display:block;margin:.3rem 0 .9rem}.words{display:none}}
@media print{:root{--paper:#fff;--ink:#000;--faint:#444;--line:#bbb;--wash:#f6f6f6;--plus:#1f5fa8;--minus:#b84a00;
--good:#0d6b3d;--goodwash:#fff;--bad:#a3201d;--badwash:#fff;--open:#6a5300;--openwash:#fff}
body{max-width:none}nav,.skip,.download{display:none}figure,details.claim{break-inside:avoid}a{color:inherit}}
` + ChartStyle
