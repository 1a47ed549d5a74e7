-- Since when a game waits for the player of a seat, in milliseconds since 1970; 0: it does not.
ALTER TABLE seats ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_waits ON seats (user, waits) WHERE waits > 0;
-- Whether a game is over, so that lists do not have to look into its summary.
ALTER TABLE games ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
UPDATE games SET over = 1 WHERE json_valid(summary) AND json_extract(summary, '$.outcome.over') = 1;
-- Games whose seats are all taken wait for those who have not added to their dice or, if all have, for the side to act.
UPDATE seats SET waits = (SELECT updated FROM games WHERE id = seats.game) WHERE kind = 'human' AND user <> ''
  AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = seats.game AND o.kind = 'human' AND o.user = '')
  AND EXISTS (SELECT 1 FROM games g WHERE g.id = seats.game AND g.host <> '' AND g.over = 0 AND CASE
    WHEN g.header LIKE '%"dice":"shared"%'
      AND (SELECT count(*) FROM log WHERE game = g.id AND kind = 'nonce') < json_array_length(g.header, '$.shares')
    THEN NOT EXISTS (SELECT 1 FROM log WHERE game = g.id AND kind = 'nonce' AND side = seats.side)
    ELSE json_valid(g.summary) AND json_extract(g.summary, '$.toAct') = seats.side END);
