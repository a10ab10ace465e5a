import { classNames } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { DayLines } from './day-lines.tsx'
import { createdIn, type Day, solvedIn } from './days.ts'
import { formatDayLong, formatDayShort, scaleTop } from './format-report.ts'

export const Legend = ({ days }: { days: Day[] }) => (
  <span className="inline-flex items-center gap-1.5 text-meta text-ink-3">
    <span aria-hidden className="size-2 rounded-[2px] bg-teal-solid" />
    Created <b className="mr-2 font-[550] text-ink tabular-nums">{createdIn(days)}</b>
    <span aria-hidden className="size-2 rounded-[2px] bg-grey-solid" />
    Solved <b className="font-[550] text-ink tabular-nums">{solvedIn(days)}</b>
  </span>
)

/** Created and solved per day as two lines, and the same numbers as a table for whoever can't use the picture. */
export function DaysChart({ days }: { days: Day[] }) {
  const top = scaleTop(Math.max(...days.flatMap(({ created, solved }) => [created, solved]), 0))
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-micro text-ink-3 tabular-nums">
        <div aria-hidden className="-my-2 flex flex-col justify-between text-right">
          {[3, 2, 1, 0].map((third) => (
            <span key={third}>{(top * third) / 3}</span>
          ))}
        </div>
        <div className="relative h-44 md:h-60">
          <DayLines days={days} top={top} />
          <Columns days={days} />
        </div>
        <div aria-hidden className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
          {days.map(({ day }, index) => (
            <DayLabel key={day} day={day} index={index} last={days.length - 1} />
          ))}
        </div>
      </div>
      <details className="mt-3 text-meta">
        <summary className="w-fit rounded-xs text-ink-3 hover:text-ink">Show the numbers</summary>
        <Numbers days={days} />
      </details>
    </>
  )
}

/** One column a day; the pointer shows its numbers. */
const Columns = ({ days }: { days: Day[] }) => (
  <div aria-hidden className="absolute inset-0 grid auto-cols-fr grid-flow-col">
    {days.map(({ day, created, solved }, index) => (
      <div key={day} className="group relative">
        <span className="absolute inset-y-0 left-1/2 hidden border-l border-dashed border-control group-hover:block" />
        <div
          className={classNames(
            'pointer-events-none absolute top-1 z-2 hidden w-max rounded-md bg-raised px-3 py-2 text-meta text-ink shadow-menu group-hover:block',
            index < days.length / 2 ? 'left-full' : 'right-full',
          )}
        >
          <p className="mb-1 font-medium">{formatDayLong(day)}</p>
          <TipLine tone="bg-teal-solid" label="Created" count={created} />
          <TipLine tone="bg-grey-solid" label="Solved" count={solved} />
        </div>
      </div>
    ))}
  </div>
)

const TipLine = ({ tone, label, count }: { tone: string; label: string; count: number }) => (
  <p className="flex items-center gap-1.5">
    <span className={`size-2 rounded-[2px] ${tone}`} />
    {label}
    <b className="ml-auto pl-6 font-[550]">{count}</b>
  </p>
)

/** Every fifth day, and the last one, which is today. */
function DayLabel({ day, index, last }: { day: string; index: number; last: number }) {
  const isShown = index === last || (index % 5 === 0 && last - index > 2)
  return (
    <span className={classNames('flex', index === last ? 'justify-end' : index > 0 && 'justify-center')}>
      {isShown && (
        <span
          className={index === last || index === 0 ? 'whitespace-nowrap' : 'w-0 justify-items-center whitespace-nowrap'}
        >
          {index === last ? 'Today' : formatDayShort(day)}
        </span>
      )}
    </span>
  )
}

const Numbers = ({ days }: { days: Day[] }) => (
  <div className="mt-2">
    <Table label="Tickets per day">
      <TableHead>
        <HeaderCell>Day</HeaderCell>
        <HeaderCell align="right" className="w-20">
          Created
        </HeaderCell>
        <HeaderCell align="right" className="w-20">
          Solved
        </HeaderCell>
      </TableHead>
      <TableBody>
        {days.map(({ day, created, solved }) => (
          <TableRow key={day}>
            <Cell>{formatDayLong(day)}</Cell>
            <Cell align="right">{created}</Cell>
            <Cell align="right">{solved}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)
