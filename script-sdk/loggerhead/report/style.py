"""The look of reports; the same colours as the application."""

STYLE = """
:root{color-scheme:light dark;
--bg:#f6f7f8;--panel:#fff;--panel-2:#fafbfb;--line:#e3e7ea;--line-strong:#cfd6db;--ink:#17212b;--ink-2:#4c5a67;--ink-3:#5f6c78;
--accent:#0b7a75;--accent-soft:#e2f3f1;--ok:#1a7f4b;--ok-soft:#e3f4ea;--bad:#b42318;--bad-soft:#fde8e6;--idle:#5b6772;--idle-soft:#eceff1;
--s1:#0b7a75;--s2:#c2571a;--s3:#5b4bc4;--s4:#b3267a;--s5:#2e7d32;--s6:#1d63b8}
@media(prefers-color-scheme:dark){:root{
--bg:#0e1418;--panel:#151c21;--panel-2:#12181d;--line:#242d34;--line-strong:#34404a;--ink:#e8edf1;--ink-2:#a9b5bf;--ink-3:#8a97a3;
--accent:#35c2b8;--accent-soft:#10312f;--ok:#4cc38a;--ok-soft:#12301f;--bad:#f47067;--bad-soft:#3b1a18;--idle:#909da8;--idle-soft:#20282f;
--s1:#35c2b8;--s2:#f0883e;--s3:#a99cf8;--s4:#f778ba;--s5:#7ee787;--s6:#6cb6ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:13px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}
main{max-width:1160px;margin:0 auto;padding:24px 20px 40px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:6px 12px;margin-bottom:16px}
h1{font-size:20px;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin:0}
header p{flex-basis:100%;max-width:none;margin:0;color:var(--ink-2)}
h2{font-size:15px;letter-spacing:-.01em;font-weight:650;margin:28px 0 10px}
h2 small{font-weight:500;font-size:13px;color:var(--ink-3);margin-left:8px}
h3{font-size:12px;font-weight:600;color:var(--ink-2);margin:0 0 6px}
p{margin:0 0 12px;max-width:75ch}
.tag{display:inline-flex;align-items:center;gap:6px;border-radius:10px;padding:1px 9px;font-weight:600;font-size:12px}
.tag::before{content:"";width:6px;height:6px;border-radius:3px;background:currentColor}
.pass{color:var(--ok);background:var(--ok-soft)}.fail{color:var(--bad);background:var(--bad-soft)}.none{color:var(--idle);background:var(--idle-soft)}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:8px;margin:0 0 14px;overflow:hidden}
.pad{padding:12px 14px;container-type:inline-size}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:1px;background:var(--line)}
.facts div{background:var(--panel);padding:11px 14px;min-width:0}
.facts span{display:block;font-size:11px;font-weight:600;color:var(--ink-3)}
.facts b{font-size:17px;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}
.facts i{font-style:normal;font-weight:500;font-size:13px;color:var(--ink-2)}
.facts .bad b{color:var(--bad)}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:14px;margin-bottom:14px}
.grid .panel{margin:0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-size:11px;font-weight:600;color:var(--ink-3);text-align:left;padding:9px 14px 7px;white-space:nowrap;
border-bottom:1px solid var(--line)}
td{padding:7px 14px;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
td:first-child{font-weight:550}
.whole{white-space:nowrap}
.num{text-align:right;white-space:nowrap}
.mono{font-family:"JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,monospace;font-size:12px;white-space:nowrap}
.bar{display:block;height:6px;border-radius:3px;background:var(--s1);min-width:1px}
.barcell{width:30%;min-width:90px;vertical-align:middle}
.empty{color:var(--ink-3);padding:22px 14px;text-align:center}
.foot{color:var(--ink-3);font-size:12px;padding:8px 14px;border-top:1px solid var(--line);background:var(--panel-2)}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{font:11.5px Inter,system-ui,sans-serif;fill:var(--ink-3)}
@container (max-width:760px){svg text{font-size:20px}}
@container (max-width:420px){.legend{min-width:0}}
svg .grid-line{stroke:var(--line);stroke-width:1}svg .axis{stroke:var(--line-strong);stroke-width:1}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:12px;color:var(--ink-2);margin-bottom:6px}
.legend span{display:inline-flex;align-items:center;gap:6px}
.legend svg{width:20px;height:8px}
footer{margin-top:28px;color:var(--ink-3);font-size:12px}
@media(max-width:600px){main{padding:16px 12px 28px}td,th{padding-left:10px;padding-right:10px}.wide>svg{min-width:600px}}
@media print{body{background:#fff}.panel{break-inside:avoid}}
"""
