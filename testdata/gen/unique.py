"""Takes out of the tables known*.json what another of them says, too: a claim about a formula in a dimension stands
once, in the row with most claims; known.json, a copy, keeps all of its own.

    python3 testdata/gen/unique.py

The generators know nothing of each other, so run this after each of them. Tables that contradict each other are an error."""
import glob
import json
import os
import re
import sys

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


class Row:
    """A row with its text and its place in a table."""

    def __init__(self, path, start, end, text):
        self.path, self.start, self.end, self.text = path, start, end, text
        fields = json.loads(text)
        self.key, self.expect = (fields["formula"], fields["dim"]), fields["expect"]

    def order(self):
        return os.path.basename(self.path) != "known.json", -len(self.expect), self.path, self.start

    def keep(self, claims):
        """Returns the text with these claims alone, spaced as it is."""
        old = re.search(r'"expect": \{(\s*)(.*?)(\s*)\}', self.text, re.S)
        comma = re.search(r",\s*", old.group(2)).group()
        new = comma.join(f'"{c}": {json.dumps(self.expect[c])}' for c in claims)
        return self.text[: old.start()] + '"expect": {' + old.group(1) + new + old.group(3) + "}" + self.text[old.end() :]


def rows_of(path, text):
    """Yields the rows of a table."""
    decoder, at = json.JSONDecoder(), re.search(r'"rows": \[\s*', text).end()
    while text[at] == "{":
        _, end = decoder.raw_decode(text, at)
        yield Row(path, at, end, text[at:end])
        at = re.compile(r"\s*,?\s*").match(text, end).end()


texts, same = {}, {}
for path in sorted(glob.glob(os.path.join(here, "known*.json"))):
    with open(path, encoding="utf-8") as f:
        texts[path] = f.read()
    for row in rows_of(path, texts[path]):
        same.setdefault(row.key, []).append(row)
edits = []
for (formula, dim), rows in same.items():
    said = {}
    for row in sorted(rows, key=Row.order):
        new = [c for c in row.expect if c not in said]
        if any(said[c] != row.expect[c] for c in row.expect if c in said):
            sys.exit(f"{formula} in R^{dim}: {os.path.basename(row.path)} contradicts another table")
        said.update(row.expect)
        if len(new) < len(row.expect):
            edits.append((row, new))
for row, new in sorted(edits, key=lambda e: (e[0].path, -e[0].start)):  # from the end of each table
    text = texts[row.path]
    if new:
        texts[row.path] = text[: row.start] + row.keep(new) + text[row.end :]
        continue
    after = re.compile(r"\s*,\s*").match(text, row.end)
    if after:
        texts[row.path] = text[: row.start] + text[after.end() :]
    else:  # the last row
        texts[row.path] = re.sub(r"\s*,\s*\Z", "", text[: row.start]) + text[row.end :]
for path in sorted({row.path for row, _ in edits}):
    gone = sum(not new for row, new in edits if row.path == path)
    less = sum(bool(new) for row, new in edits if row.path == path)
    print(f"{os.path.basename(path)}: {gone} rows leave, {less} keep other claims; {len(json.loads(texts[path])['rows'])} rows")
    with open(path, "w", encoding="utf-8") as f:
        f.write(texts[path])
