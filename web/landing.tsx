import { BookOpen, Headset, Layers } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { GlyphSheet } from '#web/ui/mark/glyphs.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { type Status, StatusPill } from '#web/ui/mark/status-pill.tsx'
import { ThemeSwitch } from './shell/account/theme-switch.tsx'
import { Logo } from './shell/logo/logo.tsx'

export const Landing = ({ appOrigin }: { appOrigin: string }) => (
  <div className="flex min-h-dvh flex-col bg-surface">
    <GlyphSheet />
    <header className="border-b border-line">
      <div className="mx-auto flex h-15 max-w-270 items-center gap-2 px-4 md:px-8">
        <Logo />
        <span className="text-body font-semibold">Startup Tools</span>
        <Button variant="ghost" size="md" className="-mr-3 ml-auto" href={`${appOrigin}/auth/login`}>
          Sign in
        </Button>
      </div>
    </header>
    <main className="flex-1">
      <section className="border-b border-line bg-canvas">
        <div className="mx-auto grid max-w-270 items-center gap-12 px-4 pt-14 pb-12 md:px-8 md:pt-24 md:pb-20 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div>
            <h1 className="max-w-160 text-[28px]/9 font-semibold tracking-[-.028em] md:text-hero">
              Answer your customers once, then share the answer
            </h1>
            <p className="mt-4 max-w-140 text-lead text-ink-2">
              A helpdesk, a knowledge base and a headless CMS in one workspace, for startups of 2 to 200 people. On your
              own domain.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Button variant="primary" size="lg" href={`${appOrigin}/auth/register`}>
                Create a workspace
              </Button>
              <Button size="lg" href={`${appOrigin}/auth/login`}>
                Sign in
              </Button>
            </div>
            <p className="mt-4 text-meta text-ink-3">No password: you sign in with a code that we send by e-mail.</p>
          </div>
          <QueuePicture />
        </div>
      </section>
      <ul className="mx-auto grid max-w-270 px-4 pb-16 max-md:divide-y max-md:divide-line md:grid-cols-3 md:gap-10 md:px-8 md:pt-12">
        {parts.map((part) => (
          <Part key={part.name} {...part} />
        ))}
      </ul>
    </main>
    <footer className="border-t border-line text-meta text-ink-3">
      <div className="mx-auto flex h-16 max-w-270 items-center gap-5 px-4 md:px-8">
        <span>Startup Tools runs on your own server.</span>
        <ThemeSwitch label="Theme" className="touch-area inline-flex items-center gap-1 rounded-xs hover:text-ink" />
      </div>
    </footer>
  </div>
)

const queue: { subject: string; name: string; status: Status }[] = [
  { subject: 'Export is missing the night shifts', name: 'Rosa Delgado', status: 'new' },
  { subject: 'Could we pay by invoice?', name: 'Callum Reid', status: 'open' },
  { subject: 'Sign-in code arrives late', name: 'Hannah Weiss', status: 'pending' },
  { subject: 'How do I invite my accountant?', name: 'Yusuf Demir', status: 'solved' },
]

const QueuePicture = () => (
  <div aria-hidden className="overflow-hidden rounded-md border border-line bg-surface max-lg:hidden">
    {queue.map(({ subject, name, status }) => (
      <div key={subject} className="flex h-14 items-center gap-3 border-b border-line px-4 last:border-b-0">
        <Avatar name={name} size={28} hideName />
        <span className="min-w-0 flex-1 leading-4">
          <span className="block truncate font-medium">{subject}</span>
          <span className="mt-0.5 block text-meta text-ink-3">{name}</span>
        </span>
        <StatusPill status={status} />
      </div>
    ))}
  </div>
)

const parts: { icon: IconShape; name: string; text: string }[] = [
  {
    icon: Headset,
    name: 'Tickets',
    text: 'Each e-mail becomes a ticket that the whole team can see and answer. Customers get replies by mail and in your customer portal.',
  },
  {
    icon: BookOpen,
    name: 'Knowledge base',
    text: 'Turn frequent answers into articles, in a help centre under your own name.',
  },
  {
    icon: Layers,
    name: 'Headless CMS',
    text: 'Structured content and media for your sites and apps, delivered by an API.',
  },
]

const Part = ({ icon, name, text }: { icon: IconShape; name: string; text: string }) => (
  <li className="py-6 md:py-0">
    <Icon of={icon} size={18} className="mb-3 text-accent-ink" />
    <h2 className="text-lead font-[550]">{name}</h2>
    <p className="mt-1 text-body text-ink-2">{text}</p>
  </li>
)
