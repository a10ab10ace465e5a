import type { ReactNode } from 'react'

/** The part of a form that shows what its values look like in use. It has one column or two. */
export const Preview = ({ children }: { children: ReactNode }) => (
  <section
    aria-label="Preview"
    className="grid grid-cols-1 gap-4 rounded-md bg-sunken p-4 sm:has-[>:nth-child(2)]:grid-cols-2"
  >
    {children}
  </section>
)

export const PreviewPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="mb-3 text-meta text-ink-3">{title}</h3>
    {children}
  </div>
)
