import { classNames } from '#web/ui/class-names.ts'

type Props = {
  keys: string
  tone?: 'plain' | 'inherit'
  /** Marks a key that works only outside text fields. The key is hidden while the person types in a field. */
  isAct?: boolean
  className?: string
}

export const Kbd = ({ keys, tone = 'plain', isAct = tone === 'inherit', className }: Props) =>
  keys.split(' ').map((key, index) => (
    <kbd
      key={`${key} ${index.toString()}`}
      className={classNames('key', tones[tone], isAct && single.test(key) && 'typing:invisible', className)}
    >
      <KeyNames keys={key} />
    </kbd>
  ))

const single = /^(shift\+)?[^+]$/i

// Renders the key names of Apple systems and of other systems. CSS shows the names for the current system.
function KeyNames({ keys }: { keys: string }) {
  const { apple, other } = printKeys(keys)
  if (apple === other) return other
  return (
    <>
      <span className="apple:hidden">{other}</span>
      <span className="hidden apple:inline">{apple}</span>
    </>
  )
}

const tones = {
  plain: 'border-line-strong bg-surface text-ink-3',
  inherit: '-mr-1 border-current/35 text-inherit opacity-85 max-md:hidden',
}

/** Returns the text of a key or chord for both keyboards: `mod+enter` is ⌘↵ on Apple systems, else Ctrl ↵. */
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
