import { classNames } from './class-names.ts'
import { printKeys } from './keys.ts'

type Props = { keys: string; tone?: 'plain' | 'inherit'; className?: string }

/** Prints a key, a chord such as `mod+K`, or keys after each other such as `G T`. */
export const Kbd = ({ keys, tone = 'plain', className }: Props) =>
  keys.split(' ').map((key, index) => (
    <kbd key={`${key} ${index.toString()}`} className={classNames(frame, tones[tone], className)}>
      <KeyNames keys={key} />
    </kbd>
  ))

/** Both spellings are in the page and the style sheet picks one, so that server and browser agree. */
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

const frame =
  'inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center rounded-xs border px-1 font-sans text-micro font-medium tabular-nums'
const tones = {
  plain: 'border-line-strong bg-surface text-ink-3',
  inherit: '-mr-1 border-current/35 text-inherit opacity-85 max-md:hidden',
}
