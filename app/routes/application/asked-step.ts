import { data } from '@remix-run/node';

/** The step and the application that an address names: `/user/application/{step}?applicationid=`. */
export function asked({ params, request }: { params: { workflowstep?: string }; request: Request }) {
  const workflowstep = /^\d{1,2}$/.test(params.workflowstep ?? '') ? Number(params.workflowstep) : undefined;
  if (workflowstep === undefined && params.workflowstep !== 'next') throw data(null, { status: 404 });
  return { workflowstep, applicationid: applicationIn(request) };
}

export function applicationIn(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('applicationid') ?? undefined;
}
