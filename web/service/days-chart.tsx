import { plural } from '#web/lib/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/table.tsx'
import { formatDayLong, formatDayShort, scaleTop } from './format-report.ts'

type Day = { day: string; created: number; solved: number }

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
const createdIn = (days: Day[]) => sum(days.map(({ created }) => created))
const solvedIn = (days: Day[]) => sum(days.map(({ solved }) => solved))

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
          <Lines days={days} top={top} />
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

const unit = 100

/** Drawn in a box of one unit a day and stretched; strokes keep their width. A stroke without length is a dot. */
function Lines({ days, top }: { days: Day[]; top: number }) {
  const point = (count: number, index: number) => `${index * unit + unit / 2} ${unit - (count / top) * unit}`
  const line = (counts: number[]) => `M${counts.map(point).join('L')}`
  const created = line(days.map(({ created }) => created))
  const solved = line(days.map(({ solved }) => solved))
  const width = days.length * unit
  const label = `Per day of the last ${plural(days.length, 'day')}: ${createdIn(days)} created, ${solvedIn(days)} solved in all`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${unit}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[0, 1, 2, 3].map((third) => (
        <path
          key={third}
          d={`M0 ${(unit * third) / 3}H${width}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      <path
        d={`${created}L${width - unit / 2} ${unit}L${unit / 2} ${unit}Z`}
        className="fill-teal-solid"
        opacity=".09"
      />
      <path
        d={solved}
        fill="none"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-grey-solid"
      />
      <path
        d={created}
        fill="none"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-teal-solid"
      />
    </svg>
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
