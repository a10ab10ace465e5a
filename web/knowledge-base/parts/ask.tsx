import { ButtonLink } from './button-link.tsx'

/** The way on for whoever did not find it. */
export const Ask = ({ title, href }: { title: string; href: string }) => (
  <section className="no-print mt-10 flex flex-wrap items-center gap-2 rounded-md bg-canvas px-6 py-4.5">
    <div className="flex-1 max-md:mb-2 max-md:basis-full">
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="text-ink-2">Write to us, and a person answers.</p>
    </div>
    <ButtonLink href="/customer/tickets">My requests</ButtonLink>
    <ButtonLink href={href} look="primary">
      Ask us
    </ButtonLink>
  </section>
)
