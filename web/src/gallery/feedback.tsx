import { Button, Loader, Progress } from '@mantine/core';
import { ApiError } from '../lib/api/problem.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { Example } from './example.tsx';
import css from './gallery.module.css';

const failure = new ApiError({ code: 'internal', status: 500, requestId: '1f0c-4a', retryAfter: 30 });

export function Feedback() {
  return (
    <>
      <Example name="Notices">
        <div className={css.stack}>
          <Notice tone="info" title="Good to know" action={<Button size="xs">Show them</Button>}>
            12 reviews not replied to yet
          </Notice>
          <Notice tone="warn">Your site still shows what was published last.</Notice>
          <Notice tone="bad">The draft is not saved.</Notice>
        </div>
      </Example>
      <Example name="Failure of a card">
        <Panel>
          <ErrorState error={failure} retry={() => undefined} />
        </Panel>
      </Example>
      <Example name="Toasts">
        <Button variant="default" onClick={() => toast({ tone: 'good', message: 'Published.' })}>
          Good news
        </Button>
        <Button
          variant="default"
          onClick={() =>
            toast({ tone: 'bad', title: 'It was not published', message: 'Try again.', sticky: true })
          }
        >
          Bad news
        </Button>
      </Example>
      <Example name="Waiting: skeletons as tall as what comes, progress, loader">
        <div className={css.stack}>
          <Skeleton height={20} width="40%" />
          <Skeleton shape="card" framed height={88} />
          <Skeleton shape="figures" framed height={140} />
          <Skeleton shape="chart" framed height={200} />
          <Skeleton shape="rows" framed height={180} />
          <Skeleton shape="table" framed height={132} />
          <Skeleton shape="form" framed height={190} />
          <Progress value={62} aria-label="Progress" />
          <Progress value={100} animated aria-label="Progress without an end" />
        </div>
        <Loader />
      </Example>
    </>
  );
}
