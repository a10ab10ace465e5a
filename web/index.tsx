import { site } from '#web/lib/context.ts'
import type { Route } from './+types/index.ts'
import { HomePage } from './home/home-page.tsx'
import { loadHome } from './home/load-home.ts'
import { Landing } from './landing.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.home ? 'Dashboard · Startup Tools' : 'Startup Tools: one workspace for a startup' },
  ...(loaderData?.home
    ? []
    : [{ name: 'description', content: 'Helpdesk, knowledge base and content for startups, in one workspace.' }]),
]

export async function loader({ context }: Route.LoaderArgs) {
  const { hostKind, origins } = context.get(site)
  if (hostKind !== 'workspace') return { home: null, origins }
  return { home: await loadHome(context), origins }
}

export default function Index({ loaderData: { home, origins } }: Route.ComponentProps) {
  return home ? <HomePage home={home} /> : <Landing appOrigin={origins.app} />
}
