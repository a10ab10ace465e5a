import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, useLoaderData, useParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { RootData } from '#web/lib/context.ts'
import { useTheme } from '#web/lib/theme.ts'
import { ToastProvider } from '#web/ui/notice/toast.tsx'
import { scenes } from './scenes/scenes.ts'
import '#web/app.css'

/** One component a page, `/popover` for example, inside of what every page of the product has around it. */
const origins = { root: 'http://localhost', app: 'http://localhost', files: 'http://localhost' }
const rootData = {
  site: { rootDomain: 'localhost', origins, workspace: null },
  theme: 'system',
  timeZone: 'Europe/Berlin',
  isApple: false,
} as unknown as RootData

let loads = 0

const router = createBrowserRouter([
  {
    id: 'root',
    loader: () => rootData,
    element: <Root />,
    children: [
      {
        path: '/:scene/*',
        loader: () => {
          loads += 1
          return loads
        },
        element: <Scene />,
      },
    ],
  },
])

function Root() {
  // The page of the product does this on the server.
  const [theme] = useTheme()
  useEffect(() => {
    document.documentElement.lang = theme && 'en'
  }, [theme])
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  )
}

function Scene() {
  const { scene = '', '*': rest } = useParams()
  const Shown = scenes[scene]
  const loads = useLoaderData<number>()
  if (!Shown) throw new Error(`There is no scene ${scene}`)
  return (
    <main className="grid justify-items-start gap-4 p-10">
      <h1>{rest ? `${scene} ${rest}` : scene}</h1>
      <Shown />
      <output aria-label="Loads">{loads}</output>
    </main>
  )
}

const place = document.getElementById('page')
if (place) createRoot(place).render(<RouterProvider router={router} />)
