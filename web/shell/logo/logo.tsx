import { classNames } from '#web/ui/class-names.ts'

export const Logo = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 22 22" className={classNames('block size-5.5 shrink-0', className)}>
    <rect width="22" height="22" rx="6" className="fill-ink" />
    <g className="fill-surface">
      <rect x="8" y="5.5" width="9" height="2.6" rx="1.3" />
      <rect x="5" y="9.7" width="12" height="2.6" rx="1.3" className="fill-ring" />
      <rect x="5" y="13.9" width="9" height="2.6" rx="1.3" />
    </g>
  </svg>
)
