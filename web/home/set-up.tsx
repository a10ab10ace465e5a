import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Pane } from '#web/ui/page/panes.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Home } from './load-home.ts'

/** The setup steps for admins, until all are done. */
export function SetUp({ home }: { home: Home }) {
  const steps = stepsOf(home)
  const done = steps.filter(({ isDone }) => isDone).length
  if (!home.viewer.isAdmin || done === steps.length) return null
  return (
    <Pane
      title="Finish setting up"
      action={<span className="text-meta text-ink-3 tabular-nums">{`${done} of ${steps.length}`}</span>}
    >
      <ProgressBar label="Steps done" value={done} max={steps.length} className="mb-2" />
      <ul>
        {steps.map(({ text, href, isDone }) => (
          <li key={text}>
            <Link
              to={href}
              className={classNames(
                'flex min-h-8 items-center gap-2.5 rounded-sm hover:underline',
                isDone && 'text-ink-3',
              )}
            >
              <Icon of={isDone ? CircleCheck : CircleDashed} className={isDone ? 'text-green-ink' : 'text-ink-3'} />
              {text}
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            </Link>
          </li>
        ))}
      </ul>
    </Pane>
  )
}

const stepsOf = ({ viewer, members, report, hasLook, hasAnswered }: Home) => [
  { text: 'Create the workspace', href: '/service/settings', isDone: true },
  { text: 'Add your name', href: '/admin/profile', isDone: Boolean(viewer.name) },
  { text: 'Invite your team', href: '/team?invite=1', isDone: members.length > 1 },
  { text: 'Start Service', href: '/service/start-trial', isDone: report !== null },
  { text: 'Add your logo and colour', href: '/service/settings', isDone: hasLook },
  { text: 'Reply to your first ticket', href: '/service/onboarding', isDone: hasAnswered },
]
