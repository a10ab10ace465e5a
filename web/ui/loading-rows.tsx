import { classNames } from './class-names.ts'

const widths = [
  ['w-2/5', 'w-1/4'],
  ['w-1/3', 'w-1/3'],
  ['w-1/2', 'w-1/5'],
  ['w-3/8', 'w-2/7'],
]

/** Holds the place of a list, with its row height, once loading takes longer than 150 ms. */
export const LoadingRows = ({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) => (
  <div role="status" aria-label={label} className="animate-appear">
    {Array.from({ length: rows }, (_, index) => (
      <div key={`row-${index.toString()}`} className="flex h-10 items-center gap-3 border-b border-line px-5">
        <Bar className="w-4" />
        <Bar className="w-8" />
        <span className="flex flex-1 gap-2.5">
          {widths[index % widths.length]?.map((width) => (
            <Bar key={width} className={width} />
          ))}
        </span>
        <Bar className="w-22 max-md:hidden" />
        <Bar className="w-8" />
      </div>
    ))}
  </div>
)

const Bar = ({ className }: { className: string }) => (
  <span className={classNames('block h-2.5 animate-skeleton rounded-xs bg-press', className)} />
)
