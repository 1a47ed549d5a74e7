import { describe, expect, test } from 'vitest';
import type { Pose, Proposal } from '../api';
import type { GameStore } from '../state';
import { Mover } from './mover';

const pose = (x: number): Pose => ({ x, y: 0, heading: 0 });

/** A game that answers when it is told to. */
function slow(dice = false) {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const done: string[][] = [];
  const game = {
    propose: (_: readonly number[], near: Pose) => {
      asked.push(near.x);
      return new Promise<Proposal>((answer) => answers.push(() => answer({ actions: [`to ${near.x}`], odds: { text: '', odds: [], also: dice ? [{}] : [] } } as unknown as Proposal)));
    },
    actAtOnce: async (actions: string[]) => {
      done.push(actions);
      return true;
    },
  } as unknown as GameStore;
  const answer = async () => {
    answers.shift()?.();
    await new Promise((r) => setTimeout(r));
  };
  return { mover: new Mover(game), asked, answer, done };
}

describe('mover', () => {
  test('one request is under way at a time, and the next is for the latest pose', async () => {
    const { mover, asked, answer } = slow();
    mover.hold([3], pose(0));
    for (const x of [1, 2, 3]) mover.drag(pose(x));
    expect(asked).toEqual([1]);
    await answer();
    expect(asked).toEqual([1, 3]);
    expect(mover.proposal.value?.actions).toEqual(['to 1']);
    await answer();
    expect(asked).toEqual([1, 3]);
    expect(mover.proposal.value?.actions).toEqual(['to 3']);
  });

  test('what is dropped moves as proposed for where it was dropped', async () => {
    const { mover, answer, done } = slow();
    mover.hold([3], pose(0));
    mover.drag(pose(1));
    mover.drag(pose(2));
    const settled = mover.settle();
    await answer();
    await answer();
    expect((await settled)?.actions).toEqual(['to 2']);
    await mover.drop();
    expect(done).toEqual([['to 2']]);
    expect(mover.held.value).toBeNull();
  });

  test('what would roll dice waits to be confirmed', async () => {
    const { mover, answer, done } = slow(true);
    mover.hold([3], pose(0));
    mover.drag(pose(1));
    await answer();
    expect(await mover.drop()).toBe(false);
    expect(mover.waiting.value).toBe(true);
    expect(done).toEqual([]);
    await mover.confirm();
    expect(done).toEqual([['to 1']]);
    expect(mover.waiting.value).toBe(false);
  });

  test('back at its start nothing is proposed', async () => {
    const { mover, answer } = slow();
    mover.hold([3], pose(0));
    mover.drag(pose(1));
    mover.drag(pose(0), true);
    await answer();
    expect(mover.proposal.value).toBeNull();
  });

  test('what is put back does not move', async () => {
    const { mover, answer, done } = slow();
    mover.hold([3], pose(0));
    mover.drag(pose(1));
    expect(mover.cancel()).toBe(true);
    await answer();
    expect(mover.proposal.value).toBeNull();
    expect(await mover.drop()).toBe(false);
    expect(done).toEqual([]);
    expect(mover.cancel()).toBe(false);
  });
});
