import { classNames } from './class-names.ts'
import { printKeys } from './keys.ts'

type Props = { keys: string; tone?: 'plain' | 'inherit'; className?: string }

/** Prints one key or chord. Both spellings are in the page and the style sheet picks one, so that server and browser agree. */
export function Kbd({ keys, tone = 'plain', className }: Props) {
  const { apple, other } = printKeys(keys)
  return (
    <kbd className={classNames(frame, tones[tone], className)}>
      {apple === other ? (
        other
      ) : (
        <>
          <span className="apple:hidden">{other}</span>
          <span className="hidden apple:inline">{apple}</span>
        </>
      )}
    </kbd>
  )
}

const frame =
  'inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center rounded-xs border px-1 font-sans text-micro font-medium tabular-nums'
const tones = {
  plain: 'border-line-strong bg-surface text-ink-3',
  inherit: '-mr-1 border-current/35 text-inherit opacity-85 max-md:hidden',
}
