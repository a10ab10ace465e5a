import type { ReactNode } from 'react'

export const SettingsForm = ({ children }: { children: ReactNode }) => (
  <div className="max-w-220 px-4 pb-8 md:pt-2 md:pr-6 md:pl-5">{children}</div>
)

export const SettingsSection = ({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) => (
  <section className="grid grid-cols-1 gap-3 border-t border-line py-5 first:border-t-0 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[260px_minmax(0,1fr)] xl:gap-10">
    <div>
      <h2 className="font-semibold">{title}</h2>
      {description && <p className="mt-0.5 leading-4.5 text-ink-3">{description}</p>}
    </div>
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">{children}</div>
  </section>
)
