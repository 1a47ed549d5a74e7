-- Texts are compared byte by byte, as SQLite does, so that both engines list things in one order.

-- Numbers of changes. A number is taken before its transaction ends, so numbers say in which order games were changed, but not
-- which changes are new: that is what the columns tx are for.
CREATE SEQUENCE changes;

-- Which connection of which program wrote a row last: node is drawn when a program opens the store, tx is the transaction.
CREATE TABLE games (
  id       text COLLATE "C" PRIMARY KEY,
  header   text COLLATE "C" NOT NULL,
  summary  text COLLATE "C" NOT NULL,
  version  bigint NOT NULL,
  revision bigint NOT NULL, -- drawn at random with each write
  created  bigint NOT NULL, -- milliseconds since 1970
  updated  bigint NOT NULL,
  title    text COLLATE "C" NOT NULL,
  deleted  bigint NOT NULL, -- 0: it is not deleted
  host     text COLLATE "C" NOT NULL,
  terms    text COLLATE "C" NOT NULL,
  listing  bigint NOT NULL, -- where lists for everybody show it: 0 nowhere, 1 as long as a seat is open, 2 always
  rated    bigint NOT NULL,
  over     bigint NOT NULL, -- whether it is over
  changed  bigint NOT NULL DEFAULT nextval('changes'),
  tx       xid8 NOT NULL DEFAULT pg_current_xact_id(),
  node     bigint NOT NULL DEFAULT 0
);
CREATE INDEX games_latest ON games ((deleted > 0), changed DESC);
CREATE INDEX games_tx ON games (tx);
CREATE INDEX games_host ON games (host) WHERE host <> '';
CREATE INDEX games_listing ON games (listing) WHERE listing > 0;
CREATE INDEX games_rated ON games (rated) WHERE rated > 0;

-- These two are functions of SQLite, as far as they are used here, so that one query serves both.
CREATE FUNCTION json_valid(data text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  PERFORM data::json;
  RETURN true;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN false;
END $$;

-- json_extract is 1 for true, 0 for false, and NULL for everything else.
CREATE FUNCTION json_extract(data text, path text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE jsonb_path_query_first(data::jsonb, path::jsonpath) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END $$;

-- Rated games that have ended, by which it is known whether ratings have to be computed again.
CREATE INDEX games_ended ON games (changed) WHERE rated = 1 AND json_valid(summary) AND json_extract(summary, '$.outcome.over') = 1;

-- Games that are gone, so that other programs hear of it.
CREATE TABLE removed (
  game    text COLLATE "C" PRIMARY KEY,
  changed bigint NOT NULL DEFAULT nextval('changes'),
  tx      xid8 NOT NULL DEFAULT pg_current_xact_id(),
  node    bigint NOT NULL DEFAULT 0
);
CREATE INDEX removed_tx ON removed (tx);

CREATE TABLE seats (
  game   text COLLATE "C" NOT NULL REFERENCES games (id),
  side   bigint NOT NULL,
  kind   text COLLATE "C" NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  invite text COLLATE "C" NOT NULL, -- the hash of the secret in a link that seats whoever opens it first; empty: there is none
  waits  bigint NOT NULL DEFAULT 0, -- since when the game waits for the player, in milliseconds since 1970; 0: it does not
  PRIMARY KEY (game, side)
);
CREATE INDEX seats_user ON seats ("user") WHERE "user" <> '';
CREATE INDEX seats_waits ON seats ("user", waits) WHERE waits > 0;

-- Rows are only ever added, by statements that have changed the row of the game before. So they need no reference to it, which would
-- be checked for each row.
CREATE TABLE log (
  game   text COLLATE "C" NOT NULL,
  n      bigint NOT NULL,
  kind   text COLLATE "C" NOT NULL,
  at     bigint NOT NULL, -- milliseconds since 1970
  side   bigint NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  line   text COLLATE "C" NOT NULL,
  PRIMARY KEY (game, n)
);

-- What clients have asked for, and the rows that came of it: a request that comes again is answered, not repeated.
CREATE TABLE requests (
  game    text COLLATE "C" NOT NULL,
  id      text COLLATE "C" NOT NULL,
  first   bigint NOT NULL,
  last    bigint NOT NULL,
  content text COLLATE "C" NOT NULL, -- stands for what was asked for; empty where it was not kept
  PRIMARY KEY (game, id)
);

-- The packs that games were begun with, compressed with gzip.
CREATE TABLE packs (
  hash text COLLATE "C" PRIMARY KEY,
  data bytea NOT NULL
);

-- Each transaction begins with a number of its own. Whoever lost the connection while it was being committed adds the same number
-- as abandoned: what is there afterwards says what has become of it. Rows are removed after an hour.
CREATE TABLE writes (
  id        bigint PRIMARY KEY,
  abandoned boolean NOT NULL,
  at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX writes_at ON writes (at);

-- What only one program may do at a time, until when. The time is that of the database.
CREATE TABLE leases (
  name    text COLLATE "C" PRIMARY KEY,
  holder  text COLLATE "C" NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX leases_expires ON leases (expires);

-- Guests, who have neither name nor skeleton, and accounts. Names that look alike have one skeleton.
CREATE TABLE users (
  id       text COLLATE "C" PRIMARY KEY,
  name     text COLLATE "C" NOT NULL,
  skeleton text COLLATE "C" UNIQUE, -- NULL: a guest
  password text COLLATE "C" NOT NULL,
  admin    bigint NOT NULL,
  email    text COLLATE "C" NOT NULL, -- one that the user has confirmed
  created  bigint NOT NULL, -- milliseconds since 1970
  banned   bigint NOT NULL -- since when the user may not log in; 0: the user may
);

-- Browsers and programs that act as users. The secret itself is kept by them alone.
CREATE TABLE sessions (
  hash    bytea PRIMARY KEY,
  id      text COLLATE "C" UNIQUE NOT NULL,
  "user"  text COLLATE "C" NOT NULL REFERENCES users (id),
  label   text COLLATE "C" NOT NULL,
  scope   text COLLATE "C" NOT NULL, -- what a program with a token may do; empty: it is a browser, which may do everything
  created bigint NOT NULL,
  seen    bigint NOT NULL,
  expires bigint NOT NULL
);
CREATE INDEX sessions_user ON sessions ("user");

-- Secrets of the server itself, such as the key with which it signs games.
CREATE TABLE secrets (
  name text COLLATE "C" PRIMARY KEY,
  data bytea NOT NULL
);

-- Secrets that are good for one use: links for a new password or to confirm an address, challenges of passkeys.
CREATE TABLE tickets (
  hash    bytea PRIMARY KEY,
  kind    text COLLATE "C" NOT NULL,
  "user"  text COLLATE "C" NOT NULL, -- empty: it is not known yet who it is
  data    text COLLATE "C" NOT NULL,
  expires bigint NOT NULL
);
CREATE INDEX tickets_user ON tickets ("user") WHERE "user" <> '';

-- The public keys of passkeys, as JSON.
CREATE TABLE passkeys (
  id      bytea PRIMARY KEY,
  "user"  text COLLATE "C" NOT NULL REFERENCES users (id),
  label   text COLLATE "C" NOT NULL,
  key     text COLLATE "C" NOT NULL,
  created bigint NOT NULL,
  used    bigint NOT NULL
);
CREATE INDEX passkeys_user ON passkeys ("user");

-- Who somebody is to a provider of identities elsewhere.
CREATE TABLE identities (
  issuer  text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  "user"  text COLLATE "C" NOT NULL REFERENCES users (id),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_user ON identities ("user");

-- What people did with accounts and games, for whoever runs the server. Rows are removed after a while.
CREATE TABLE audit (
  at      bigint NOT NULL, -- milliseconds since 1970
  actor   text COLLATE "C" NOT NULL, -- a user; empty: nobody who is known
  what    text COLLATE "C" NOT NULL,
  about   text COLLATE "C" NOT NULL, -- the user or the game that it was done to; empty: the actor
  address text COLLATE "C" NOT NULL, -- from where; empty: from this computer
  PRIMARY KEY (at, actor, what, about, address)
);

-- What users want to be told of: events separated by commas, and after how many hours of their turn; 0: never.
CREATE TABLE notify_settings (
  "user" text COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  events text COLLATE "C" NOT NULL,
  remind bigint NOT NULL
);

-- Browsers, mail and webhooks by which users are told. Secret signs webhooks, or ends mail.
CREATE TABLE notify_channels (
  id      text COLLATE "C" PRIMARY KEY,
  "user"  text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind    text COLLATE "C" NOT NULL,
  url     text COLLATE "C" NOT NULL,
  key     text COLLATE "C" NOT NULL,
  auth    text COLLATE "C" NOT NULL,
  secret  text COLLATE "C" NOT NULL,
  label   text COLLATE "C" NOT NULL,
  lang    text COLLATE "C" NOT NULL,
  created bigint NOT NULL -- milliseconds since 1970
);
CREATE INDEX notify_channels_user ON notify_channels ("user");
-- A browser belongs to one user. Addresses can be longer than an index takes, so it holds their hashes.
CREATE UNIQUE INDEX notify_channels_push ON notify_channels (md5(url)) WHERE kind = 'push';

-- Of what the players of a game have been told. Another key is another occasion.
CREATE TABLE notify_marks (
  game     text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  side     bigint NOT NULL,
  event    text COLLATE "C" NOT NULL,
  "user"   text COLLATE "C" NOT NULL,
  key      bigint NOT NULL,
  at       bigint NOT NULL, -- milliseconds since 1970
  reminded bigint NOT NULL,
  PRIMARY KEY (game, side, event)
);
CREATE INDEX notify_marks_turn ON notify_marks (at) WHERE event = 'turn' AND reminded = 0;

-- The games of which a user does not want to be told.
CREATE TABLE notify_mutes (
  game   text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  "user" text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (game, "user")
);
CREATE INDEX notify_mutes_user ON notify_mutes ("user");

-- What people say about games. Messages are counted in their room.
CREATE TABLE talk (
  game    text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  room    text COLLATE "C" NOT NULL,
  n       bigint NOT NULL,
  at      bigint NOT NULL, -- milliseconds since 1970
  "user"  text COLLATE "C" NOT NULL, -- empty: the user is deleted
  request text COLLATE "C" NOT NULL, -- the id by which the user sent it
  text    text COLLATE "C" NOT NULL,
  PRIMARY KEY (game, room, n)
);
CREATE UNIQUE INDEX talk_request ON talk (game, "user", request) WHERE "user" <> '';
CREATE INDEX talk_user ON talk ("user") WHERE "user" <> '';

-- What players note about games for themselves.
CREATE TABLE talk_notes (
  game   text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  "user" text COLLATE "C" NOT NULL,
  text   text COLLATE "C" NOT NULL,
  PRIMARY KEY (game, "user")
);
CREATE INDEX talk_notes_user ON talk_notes ("user");

-- Whom users do not want to hear.
CREATE TABLE talk_blocks (
  "user"  text COLLATE "C" NOT NULL,
  blocked text COLLATE "C" NOT NULL,
  id      text COLLATE "C" UNIQUE NOT NULL,
  at      bigint NOT NULL, -- milliseconds since 1970
  PRIMARY KEY ("user", blocked)
);
CREATE INDEX talk_blocks_blocked ON talk_blocks (blocked);

-- Messages of which users have told whoever runs the server. They outlast their games, and are removed after a while.
CREATE TABLE talk_reports (
  game    text COLLATE "C" NOT NULL,
  room    text COLLATE "C" NOT NULL,
  n       bigint NOT NULL,
  by      text COLLATE "C" NOT NULL,
  at      bigint NOT NULL, -- milliseconds since 1970
  why     text COLLATE "C" NOT NULL,
  said_at bigint NOT NULL,
  "user"  text COLLATE "C" NOT NULL,
  text    text COLLATE "C" NOT NULL,
  PRIMARY KEY (game, room, n, by)
);

-- Tournaments, as JSON. Version grows with each change: who changes one says which version was read.
CREATE TABLE tourneys (
  id      text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  created bigint NOT NULL, -- milliseconds since 1970
  over    bigint NOT NULL, -- nothing more happens in it
  data    text COLLATE "C" NOT NULL
);
