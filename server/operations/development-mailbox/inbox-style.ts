export const inboxStyle = `
:root { color-scheme: light dark; --canvas: #f4f6f6; --surface: #fff; --hover: #f1f4f4; --selected: #e4f2f3; --line: #e4e8e8; --control: #828d90; --ink: #14191a; --quiet: #5e696c; --accent: #0b6a79; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --canvas: #0d1011; --surface: #131718; --hover: #1a2021; --selected: #10292d; --line: #232a2c; --control: #667376; --ink: #e9eded; --quiet: #8a9598; --accent: #3fb0c1; --on-accent: #041a1e } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--canvas); color: var(--ink); font: 13px/20px Geist, ui-sans-serif, system-ui, 'Segoe UI', Arial, sans-serif }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
a { color: inherit; text-decoration: none }
h1 { margin: 0; font-size: 15px; line-height: 24px; font-weight: 600 }
h2 { margin: 0; font-size: 15px; line-height: 24px; font-weight: 600 }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; min-height: 48px; padding: 8px 16px }
header h1 { margin-right: auto }
main { flex: 1; display: grid; grid-template-columns: 360px minmax(0, 1fr); min-height: 0; background: var(--surface); border-top: 1px solid var(--line) }
nav { border-right: 1px solid var(--line); overflow: auto; max-height: calc(100vh - 49px) }
ol { margin: 0; padding: 0; list-style: none }
li a { display: block; padding: 8px 16px; border-bottom: 1px solid var(--line) }
li a:hover { background: var(--hover) }
li a[aria-current] { background: var(--selected) }
li span { display: flex; gap: 8px; color: var(--quiet); font-size: 12px; line-height: 16px }
li b, li span > :first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
li b { display: block; font-weight: 500 }
li time { margin-left: auto; flex: none; font-variant-numeric: tabular-nums }
article { display: flex; flex-direction: column; min-width: 0; max-height: calc(100vh - 49px); overflow: auto }
article > div { padding: 16px 20px }
dl { display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: 0 8px; margin: 8px 0 0 }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
.tabs { display: flex; gap: 16px; margin: 0; padding: 0 20px; border-bottom: 1px solid var(--line) }
.tabs a { padding: 8px 0; font-weight: 500; color: var(--quiet) }
.tabs a[aria-current] { color: var(--ink); box-shadow: inset 0 -2px var(--accent) }
iframe { flex: 1; width: 100%; min-height: 480px; border: 0; background: #fff }
pre { margin: 0; padding: 16px 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/20px 'Geist Mono', ui-monospace, Menlo, Consolas, monospace }
.empty { margin: auto; max-width: 360px; padding: 40px 20px; text-align: center; color: var(--quiet) }
.empty strong { display: block; color: var(--ink); font-size: 14px; font-weight: 600 }
form.letter { display: grid; gap: 12px; max-width: 640px; padding: 20px }
label { display: grid; gap: 4px; font-weight: 500 }
input, textarea { width: 100%; padding: 5px 8px; border: 1px solid var(--control); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 400 }
textarea { min-height: 200px; resize: vertical }
button, .button { display: inline-block; white-space: nowrap; padding: 3px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 500; cursor: pointer }
.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
.notice { margin: 0; padding: 12px 20px; border-bottom: 1px solid var(--line) }
@media (max-width: 767px) { main { grid-template-columns: minmax(0, 1fr) } nav { max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line) } article { max-height: none } }
`

export const inboxScript = `
const list = document.querySelector('nav')
setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch('/list' + location.search).catch(() => null)
  const html = answer && answer.ok ? await answer.text() : list.innerHTML
  if (html !== list.dataset.html && !list.contains(document.activeElement)) list.innerHTML = list.dataset.html = html
}, 2000)
`
