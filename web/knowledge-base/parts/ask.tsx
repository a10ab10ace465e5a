import { ButtonLink } from './button-link.tsx'
import { useTextLanguage } from './text-language.tsx'

export function Ask({ title, href }: { title: 'notFound' | 'stuck' | 'needHelp'; href: string }) {
  const { ask, frame, own } = useTextLanguage()
  return (
    <section className="no-print mt-10 flex flex-wrap items-center gap-2 rounded-md bg-canvas px-6 py-4.5" {...own}>
      <div className="flex-1 max-md:mb-2 max-md:basis-full">
        <h2 className="text-title font-semibold">{ask[title]}</h2>
        <p className="text-ink-2">{ask.text}</p>
      </div>
      <ButtonLink href="/customer/tickets">{frame.requests}</ButtonLink>
      <ButtonLink href={href} look="primary">
        {ask.ask}
      </ButtonLink>
    </section>
  )
}
