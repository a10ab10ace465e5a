import { formatCount, plural } from '#web/lib/words/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { type Day, type Series, sumOf, tones } from './days.ts'
import { formatDayLong, formatDayShort, scaleTop } from './scale.ts'

type Props = { days: Day[]; series: Series }

export const Legend = ({ days, series }: Props) => (
  <span className="inline-flex items-center gap-1.5 text-meta text-ink-3">
    {series.map((label, place) => (
      <span key={label} className="mr-0.5 inline-flex items-center gap-1.5 last:mr-0">
        <span aria-hidden className={`size-2 rounded-[2px] ${tones[place]!.fill}`} />
        {label} <b className="font-[550] text-ink tabular-nums">{formatCount(sumOf(days, place))}</b>
      </span>
    ))}
  </span>
)

export function DaysChart({ days, series, label }: Props & { label: string }) {
  const top = scaleTop(Math.max(...days.flatMap(({ counts }) => counts), 0))
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-micro text-ink-3 tabular-nums">
        <div aria-hidden className="-my-2 flex flex-col justify-between text-right">
          {[3, 2, 1, 0].map((third) => (
            <span key={third}>{formatCount((top * third) / 3)}</span>
          ))}
        </div>
        <div className="relative h-44 md:h-60">
          <DayLines days={days} series={series} top={top} />
          <Columns days={days} series={series} />
        </div>
        <div aria-hidden className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
          {days.map(({ day }, index) => (
            <DayLabel key={day} day={day} index={index} last={days.length - 1} />
          ))}
        </div>
      </div>
      <details className="mt-3 text-meta">
        <summary className="w-fit rounded-xs text-ink-3 hover:text-ink">Show the numbers</summary>
        <Numbers days={days} series={series} label={label} />
      </details>
    </>
  )
}

const Columns = ({ days, series }: Props) => (
  <div aria-hidden className="absolute inset-0 grid auto-cols-fr grid-flow-col">
    {days.map(({ day, counts }, index) => (
      <div key={day} className="group relative">
        <span className="absolute inset-y-0 left-1/2 hidden border-l border-dashed border-control group-hover:block" />
        <div
          className={classNames(
            'pointer-events-none absolute top-1 z-2 hidden w-max rounded-md bg-raised px-3 py-2 text-meta text-ink shadow-menu group-hover:block',
            index < days.length / 2 ? 'left-full' : 'right-full',
          )}
        >
          <p className="mb-1 font-medium">{formatDayLong(day)}</p>
          {series.map((name, place) => (
            <TipLine key={name} tone={tones[place]!.fill} label={name} count={counts[place]!} />
          ))}
        </div>
      </div>
    ))}
  </div>
)

const TipLine = ({ tone, label, count }: { tone: string; label: string; count: number }) => (
  <p className="flex items-center gap-1.5">
    <span className={`size-2 rounded-[2px] ${tone}`} />
    {label}
    <b className="ml-auto pl-6 font-[550]">{formatCount(count)}</b>
  </p>
)

function DayLabel({ day, index, last }: { day: string; index: number; last: number }) {
  const step = Math.ceil((last + 1) / 3)
  const isShown = index === last || (index % step === 0 && last - index > step / 2)
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

const Numbers = ({ days, series, label }: Props & { label: string }) => (
  <div className="mt-2">
    <Table label={label}>
      <TableHead>
        <HeaderCell>Day</HeaderCell>
        {series.map((name) => (
          <HeaderCell key={name} align="right" className="w-28">
            {name}
          </HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {days.map(({ day, counts }) => (
          <TableRow key={day}>
            <Cell>{formatDayLong(day)}</Cell>
            {series.map((name, place) => (
              <Cell key={name} align="right">
                {formatCount(counts[place]!)}
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)

const unit = 100
const thirds = [0, 1, 2, 3]

// Draws the lines in fixed coordinates, which the browser stretches to the size of the chart. Only the stroke width is
// not stretched.
function DayLines({ days, series, top }: { days: Day[]; series: Series; top: number }) {
  const point = (count: number, index: number) => `${index * unit + unit / 2} ${unit - (count / top) * unit}`
  const line = (place: number) => `M${days.map(({ counts }, index) => point(counts[place]!, index)).join('L')}`
  const width = days.length * unit
  const sums = series.map((label, place) => `${formatCount(sumOf(days, place))} ${label.toLowerCase()}`)
  const words = `${sums.join(', ')} in the last ${plural(days.length, 'day')}`
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${width} ${unit}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {thirds.map((third) => (
        <Line key={third} path={`M0 ${(unit * third) / 3}H${width}`} className="stroke-line" />
      ))}
      <path
        d={`${line(0)}L${width - unit / 2} ${unit}L${unit / 2} ${unit}Z`}
        className="fill-teal-solid"
        opacity=".09"
      />
      {series
        .map((label, place) => (
          <Line key={label} path={line(place)} className={`${tones[place]!.stroke} stroke-[1.75]`} />
        ))
        .toReversed()}
    </svg>
  )
}

const Line = ({ path, className }: { path: string; className: string }) => (
  <path d={path} fill="none" strokeLinejoin="round" vectorEffect="non-scaling-stroke" className={className} />
)
