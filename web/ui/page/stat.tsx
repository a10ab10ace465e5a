import type { ReactNode } from 'react'
import { Link } from 'react-router'

export const StatRow = ({ children }: { children: ReactNode }) => (
  <div className="shrink-0 overflow-hidden border-b border-line">
    <div className="-mt-px -ml-px grid grid-cols-2 md:grid-cols-3 xl:grid-flow-col xl:auto-cols-fr xl:grid-cols-none">
      {children}
    </div>
  </div>
)

type Props = { label: string; value: ReactNode; detail?: ReactNode; href?: string }

export function Stat({ label, value, detail, href }: Props) {
  const face = (
    <>
      <span className="text-meta text-ink-2">{label}</span>
      <span className="my-0.5 text-head font-[550] tabular-nums">{value}</span>
      {detail && <span className="text-meta text-ink-3">{detail}</span>}
    </>
  )
  const look = 'flex min-w-0 flex-col border-t border-l border-line py-3.5 pr-3 pl-4 md:pl-5'
  return href ? (
    <Link to={href} className={`${look} hover:bg-hover focus-visible:-outline-offset-2`}>
      {face}
    </Link>
  ) : (
    <div className={look}>{face}</div>
  )
}
