package report

// ChartStyle is the part of a page's style sheet that charts need. It uses the page's variables --ink, --faint, --line,
// --paper, --plus, --minus.
const ChartStyle = `
.chart{width:100%;height:auto;display:block;font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
.chart text{fill:var(--ink)}
.chart .grid path{stroke:var(--line);stroke-width:1}
.chart .axis{stroke:var(--faint);stroke-width:1}
.chart .ticks text{fill:var(--faint)}
.chart .curve{fill:none;stroke-width:2;stroke-linejoin:round}
.chart path.kernel{stroke:var(--ink)}
.chart path.plus{stroke:var(--plus)}
.chart path.minus{stroke:var(--minus)}
.chart .curve.minus{stroke-dasharray:7 3}
.chart .area{stroke:none!important;fill-opacity:.18}
.chart .area.kernel{fill:var(--ink)} .chart .area.plus{fill:var(--plus)} .chart .area.minus{fill:var(--minus)}
.chart .stem{stroke-width:2;fill:none}
.chart circle.plus{fill:var(--plus)} .chart circle.minus,.chart rect.minus{fill:var(--minus)} .chart circle.kernel{fill:var(--ink)}
.chart .band.plus{fill:var(--plus)} .chart .band.minus{fill:var(--minus)}
.chart .frame{fill:none;stroke:var(--faint);stroke-width:1}
.chart .region.proved{fill:var(--plus)} .chart .region.refuted{fill:var(--paper)} .chart .region.open{fill:none;stroke:var(--faint)}
.chart .hatch{stroke:var(--minus);stroke-width:2.5}
.chart .at{fill:none;stroke:var(--ink);stroke-width:3;paint-order:stroke}
.chart circle.at{fill:var(--ink);stroke:var(--paper)}
.chart .read rect{fill:transparent}
.chart .read path{stroke:var(--faint);stroke-width:1;visibility:hidden}
.chart .read text{visibility:hidden;paint-order:stroke;stroke:var(--paper);stroke-width:4px;white-space:pre}
.chart .read:hover path,.chart .read:hover text{visibility:visible}
@media(max-width:40rem){.chart{font-size:20px;min-width:22rem}.chart .aside{display:none}figure>.scroll{margin:0 -1rem}}
@media print{.chart .read{display:none}}
`
