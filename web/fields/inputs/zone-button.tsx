import { ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import { listTimeZones, offsetOf } from '#web/lib/time/time-zones.ts'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type Props = { zone: string; at: number | undefined; disabled: boolean; onChoose: (zone: string) => void }

/** Shows the time zone of a time with its UTC offset, and lets the person choose another. */
export function ZoneButton({ zone, at = Date.now(), disabled, onChoose }: Props) {
  const words = `${zone}, ${offsetOf(zone, at)}`
  if (disabled) return <p className="text-meta text-ink-3">{words}</p>
  return (
    <Popover
      label="Time zone"
      className="w-80 max-w-[calc(100vw-1rem)] p-1"
      button={
        <button
          type="button"
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-left text-meta text-ink-3 hover:text-ink"
        >
          <VisuallyHidden>Time zone </VisuallyHidden>
          <span className="min-w-0">{words}</span>
          <Icon of={ChevronsUpDown} size={12} />
        </button>
      }
    >
      {(close) => (
        <Zones
          {...{ zone, at }}
          onChoose={(next) => {
            close()
            onChoose(next)
          }}
        />
      )}
    </Popover>
  )
}

/** Created on open, because it needs hundreds of formatters. */
function Zones({ zone, at, onChoose }: Pick<Props, 'zone' | 'onChoose'> & { at: number }) {
  const options = useMemo(() => listTimeZones(at), [at])
  return <FilterList label="Find a time zone" options={options} value={zone} onChoose={onChoose} />
}
