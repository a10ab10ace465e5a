import { given } from './ask.ts'

/** Font, colours and dark mode come from the site. Shadow DOM isolates all other styles. */
const rules = `
:host {
  display: block; position: relative; max-width: 40rem; --edge: color-mix(in srgb, currentColor 55%, Canvas);
  --accent: var(--help-search-accent, ${given.accentColor ?? 'AccentColor'});
}
:host([hidden]) { display: none }
* { box-sizing: border-box; font: inherit; color: inherit; margin: 0 }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
[hidden] { display: none !important }
input {
  width: 100%; min-height: 44px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: 8px; background: Field; color: FieldText;
  appearance: none;
}
input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
[role=listbox], .note {
  position: absolute; z-index: 1000; inset-inline: 0; top: calc(100% + 4px); padding: 6px 0; border: 1px solid var(--edge);
  border-radius: 8px; background: Canvas; color: CanvasText; box-shadow: 0 6px 24px rgb(0 0 0 / .16); overflow-wrap: anywhere;
}
[role=listbox] { max-height: min(60vh, 28rem); overflow-y: auto }
[role=option] { display: block; padding: 8px 14px; text-decoration: none; cursor: pointer }
[role=option]:hover, [role=option][aria-selected=true] { background: color-mix(in srgb, currentColor 10%, Canvas) }
[role=option][aria-selected=true] { box-shadow: inset 3px 0 var(--accent) }
.title { display: block; font-weight: 600 }
.place { display: block; font-size: .875em }
mark { background: none; color: inherit; text-decoration: underline; text-underline-offset: 3px }
.note { padding: 10px 14px }
.note a { text-decoration: underline }
`

/** Constructs a style sheet, which every content security policy allows, unlike a style element. */
export function newSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}
