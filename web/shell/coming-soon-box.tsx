import type { ReactNode } from 'react'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

type Props = {
  title: string
  text: string
  features: { icon: IconShape; name: string; text: string }[]
  actions?: ReactNode
}

export const ComingSoonBox = ({ title, text, features, actions }: Props) => (
  <div className="mx-auto w-full max-w-130 px-4 py-8 md:px-8 md:pt-16 md:pb-12">
    <GhostList />
    <h2 className="mt-7 mb-1.5 text-head font-semibold">{title}</h2>
    <p className="text-body text-ink-2">{text}</p>
    <ul className="mt-5 mb-6 border-b border-line">
      {features.map((feature) => (
        <li key={feature.name} className="flex gap-3.5 border-t border-line py-3">
          <Icon of={feature.icon} className="mt-0.5 text-accent-ink" />
          <span>
            <b className="block font-[550]">{feature.name}</b>
            <span className="text-ink-3">{feature.text}</span>
          </span>
        </li>
      ))}
    </ul>
    {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
  </div>
)

const rows = [
  ['w-30', 'w-15'],
  ['w-23', 'w-20'],
  ['w-35', 'w-12'],
  ['w-27', 'w-16.5'],
]

const GhostList = () => (
  <div
    aria-hidden
    className="overflow-hidden rounded-md border border-line [mask-image:linear-gradient(#000_20%,transparent)]"
  >
    {rows.map(([first, second]) => (
      <div key={first} className="flex items-center gap-5 border-b border-line px-4 py-3.5 *:h-2 *:rounded-full">
        <span className="w-11 bg-press" />
        <span className={`${first} bg-line-strong`} />
        <span className={`${second} bg-press`} />
        <span className="ml-auto w-8 bg-selected" />
      </div>
    ))}
  </div>
)
