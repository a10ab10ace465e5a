/** One printed key or chord, for each kind of keyboard: `mod+enter` is ⌘↵ on Apple systems and Ctrl ↵ elsewhere. */
export function printKeys(keys: string) {
  const parts = keys.split('+')
  return {
    apple: parts.map((part) => appleNames[part.toLowerCase()] ?? printKey(part)).join(''),
    other: parts.map((part) => otherNames[part.toLowerCase()] ?? printKey(part)).join(' '),
  }
}

const shared: Record<string, string> = { enter: '↵', esc: 'Esc', up: '↑', down: '↓', left: '←', right: '→' }
const appleNames: Record<string, string> = { ...shared, mod: '⌘', shift: '⇧', alt: '⌥' }
const otherNames: Record<string, string> = { ...shared, mod: 'Ctrl', shift: '⇧', alt: 'Alt' }

const printKey = (key: string) => (key.length === 1 ? key.toUpperCase() : key)
