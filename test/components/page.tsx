import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, useLoaderData, useParams, useRouteLoaderData } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { RootData } from '#web/lib/context.ts'
import { stayLoaded } from '#web/lib/write/stay-loaded.ts'
import { ToastPlace, ToastProvider } from '#web/ui/notice/toast.tsx'
import { scenes } from './scenes/scenes.ts'
import './page.css'

const origins = { root: 'http://localhost', app: 'http://localhost', files: 'http://localhost' }
const rootData = {
  site: { rootDomain: 'localhost', origins, workspace: null },
  theme: 'system',
  timeZone: 'Europe/Berlin',
  isApple: false,
} as unknown as RootData

/** How often their data was loaded. */
let [frameLoads, pageLoads] = [0, 0]

/** One component a page, `/popover` for example, inside of what every page of the product has around it. */
const router = createBrowserRouter([
  {
    id: 'root',
    loader: () => {
      frameLoads += 1
      return { ...rootData, frameLoads }
    },
    shouldRevalidate: stayLoaded,
    element: (
      <ToastProvider>
        <Outlet />
        <ToastPlace className="fixed bottom-4 left-4" />
      </ToastProvider>
    ),
    children: [
      {
        path: '/:scene/*',
        loader: () => {
          pageLoads += 1
          return pageLoads
        },
        element: <Scene />,
      },
    ],
  },
])

function Scene() {
  const { scene = '', '*': rest } = useParams()
  const Shown = scenes[scene]
  const loads = useLoaderData<number>()
  const frame = useRouteLoaderData<{ frameLoads: number }>('root')
  if (!Shown) throw new Error(`There is no scene ${scene}`)
  return (
    <main className="grid justify-items-start gap-4 p-10">
      <h1>{rest ? `${scene} ${rest}` : scene}</h1>
      <Shown />
      <output aria-label="Loads">{loads}</output>
      <output aria-label="Frame loads">{frame?.frameLoads}</output>
    </main>
  )
}

const place = document.getElementById('page')
if (place) createRoot(place).render(<RouterProvider router={router} />)
