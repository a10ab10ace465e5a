import { plural } from '#web/lib/words/format.ts'
import { createdIn, type Day, solvedIn } from './days.ts'

const unit = 100
const thirds = [0, 1, 2, 3]

/** Drawn in a box of one unit a day and stretched to its place; only the strokes keep their width. */
export function DayLines({ days, top }: { days: Day[]; top: number }) {
  const point = (count: number, index: number) => `${index * unit + unit / 2} ${unit - (count / top) * unit}`
  const line = (counts: number[]) => `M${counts.map(point).join('L')}`
  const created = line(days.map((day) => day.created))
  const width = days.length * unit
  const words = `${createdIn(days)} created, ${solvedIn(days)} solved in the last ${plural(days.length, 'day')}`
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
        d={`${created}L${width - unit / 2} ${unit}L${unit / 2} ${unit}Z`}
        className="fill-teal-solid"
        opacity=".09"
      />
      <Line path={line(days.map((day) => day.solved))} className="stroke-grey-solid stroke-[1.75]" />
      <Line path={created} className="stroke-teal-solid stroke-[1.75]" />
    </svg>
  )
}

const Line = ({ path, className }: { path: string; className: string }) => (
  <path d={path} fill="none" strokeLinejoin="round" vectorEffect="non-scaling-stroke" className={className} />
)
