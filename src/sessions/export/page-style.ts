// How an exported page looks: one column, by day and by night.

export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--paper:#fff;--quiet:#667;--line:#dde;--box:#f6f7f9;--added:#e6f6e6;--removed:#fde8e8;--accent:#2457a6}
@media (prefers-color-scheme:dark){:root{--ink:#dfe3e8;--paper:#15181c;--quiet:#98a0aa;--line:#30363d;--box:#1d2126;--added:#143620;--removed:#43191d;--accent:#86b4f5}}
body{margin:0 auto;max-width:52rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;color:var(--quiet);font-size:.85rem}
dd{margin:0}
pre,code{font:13px/1.5 ui-monospace,monospace}
pre{background:var(--box);border-radius:6px;padding:.7rem;overflow-x:auto;white-space:pre-wrap}
.prompt{border-left:3px solid var(--accent);padding-left:1rem;margin:2rem 0 1rem}
.prompt pre{background:none;padding:0;font:inherit}
.who,.note{color:var(--quiet);font-size:.8rem;margin:.2rem 0}
details{border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;margin:.5rem 0;font-size:.9rem}
summary{cursor:pointer}
summary i{color:var(--quiet)}
.added{background:var(--added)}
.removed{background:var(--removed)}
.place{color:var(--quiet)}
table{border-collapse:collapse}
td,th{border:1px solid var(--line);padding:.2rem .6rem}
img{max-width:100%}
a{color:var(--accent)}
`
