import { classNames } from '#web/ui/class-names.ts'

type Props = { label: string; value: number; max: number; className?: string }

/** Draws an SVG. A bar of variable width would need a style attribute, which the content security policy forbids. */
export const ProgressBar = ({ label, value, max, className }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={value}
    className={classNames('h-1 overflow-hidden rounded-full bg-press', className)}
  >
    <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="block size-full text-accent">
      <rect width={max > 0 ? Math.min(value / max, 1) * 100 : 0} height="1" fill="currentColor" />
    </svg>
  </div>
)
