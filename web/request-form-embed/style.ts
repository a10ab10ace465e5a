/** Font, colours and dark mode come from the site. Shadow DOM isolates all other styles. */
const rules = `
:host {
  display: block; max-width: 40rem; --edge: color-mix(in srgb, currentColor 55%, Canvas); --accent: var(--request-form-accent, AccentColor);
  --on-accent: var(--request-form-on-accent, AccentColorText); --wrong: light-dark(#b3261e, #ff8a80);
}
:host([hidden]), [hidden] { display: none !important }
* { box-sizing: border-box; font: inherit; color: inherit; margin: 0 }
form { display: grid; gap: 16px }
h2 { font-size: 1.25em; font-weight: 600 }
.input, fieldset { display: grid; gap: 4px; min-width: 0; border: 0; padding: 0 }
label, legend { font-weight: 600; padding: 0 }
.choice { display: flex; gap: 8px; align-items: baseline; font-weight: inherit }
.quiet, .below { font-weight: 400; opacity: .75; font-size: .875em }
.below:empty { display: none }
.wrong { color: var(--wrong); opacity: 1 }
input, select, textarea {
  width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; background: Field; color: FieldText;
}
input[type=checkbox] { width: 16px; min-height: 16px }
[aria-invalid=true] { border-color: var(--wrong) }
textarea { resize: vertical }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
button {
  justify-self: start; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer;
}
button[aria-disabled=true] { opacity: .6; cursor: progress }
`

/** Constructs a style sheet, which every content security policy allows, unlike a style element. */
export function newSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}
