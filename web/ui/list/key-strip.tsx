import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'

type Keys = { keys: string[]; label: string; ofRow?: boolean }
type Props = { keys: Keys[]; hasRow?: boolean; children?: ReactNode }

export const KeyStrip = ({ keys, hasRow = false, children }: Props) => (
  <footer className="flex h-8 shrink-0 items-center gap-4 overflow-hidden border-t border-line bg-sunken pr-2 pl-5 text-meta whitespace-nowrap text-ink-3 max-md:justify-end max-md:pl-4 touch:h-10">
    {/* Keys that do not fit wrap into a second line, which is hidden. So the pager stays visible. */}
    <div className="flex h-full min-w-0 flex-1 flex-wrap gap-x-4 overflow-hidden max-md:hidden">
      {keys
        .toSorted(rowsLast)
        .filter(({ ofRow }) => !ofRow || hasRow)
        .map(({ keys, label }) => (
          <span key={label} className="inline-flex h-full items-center gap-1.25">
            {keys.map((key) => (
              <Kbd
                key={key}
                keys={key}
                isAct
                className={classNames('h-4.25 min-w-4.25', key === 'enter' && 'typing:invisible')}
              />
            ))}
            {label}
          </span>
        ))}
    </div>
    {children && <div className="flex shrink-0 items-center gap-4">{children}</div>}
  </footer>
)

const rowsLast = (a: Keys, b: Keys) => Number(a.ofRow ?? false) - Number(b.ofRow ?? false)
