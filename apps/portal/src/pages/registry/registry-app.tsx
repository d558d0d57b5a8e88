import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Loading } from '../../ui/loading.tsx';
import { RegistryOverviewPage } from './overview-page.tsx';
import { Registry } from './registry.tsx';
import { RegistryServicesPage } from './services-page.tsx';

const RegistryServicePage = lazy(() =>
  import('./service-page.tsx').then((page) => ({ default: page.RegistryServicePage })),
);
const RegistryEvidencesPage = lazy(() =>
  import('./evidences-page.tsx').then((page) => ({ default: page.RegistryEvidencesPage })),
);
const RegistryLifeEventsPage = lazy(() =>
  import('./life-events-page.tsx').then((page) => ({ default: page.RegistryLifeEventsPage })),
);
const OnceOnlyPage = lazy(() =>
  import('./once-only-page.tsx').then((page) => ({ default: page.OnceOnlyPage })),
);

export function RegistryApp() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route element={<Registry />}>
          <Route index element={<RegistryOverviewPage />} />
          <Route path="services" element={<RegistryServicesPage />} />
          <Route path="services/:id" element={<RegistryServicePage />} />
          <Route path="evidences" element={<RegistryEvidencesPage />} />
          <Route path="life-events" element={<RegistryLifeEventsPage />} />
          <Route path="once-only" element={<OnceOnlyPage />} />
          <Route path="*" element={<Navigate to="/registry" replace />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
