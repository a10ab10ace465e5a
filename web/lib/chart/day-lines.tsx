import { formatCount, plural } from '#web/lib/words/format.ts'
import { type Day, type Series, sumOf, tones } from './days.ts'

const unit = 100
const thirds = [0, 1, 2, 3]

/** Drawn in a box of one unit a day and stretched to its size; only strokes keep their width. */
export function DayLines({ days, series, top }: { days: Day[]; series: Series; top: number }) {
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
