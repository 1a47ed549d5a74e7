package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
)

// SQL is written once for both engines, as SQLite takes it: with ? or ?N for arguments, and with a column called user.

// querier is a database, a connection or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// scanner is a row.
type scanner interface{ Scan(...any) error }

// translated is a querier of PostgreSQL that takes the SQL of SQLite.
type translated struct{ querier }

func (t translated) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	args, err := arguments(args)
	if err != nil {
		return nil, err
	}
	return t.querier.ExecContext(ctx, translate(query), args...)
}

func (t translated) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	args, err := arguments(args)
	if err != nil {
		return nil, err
	}
	return t.querier.QueryContext(ctx, translate(query), args...)
}

// translations are the queries that were translated before.
var translations sync.Map

// translate numbers the arguments of a query as PostgreSQL wants it, and quotes the word user, which means something else there.
func translate(query string) string {
	if known, ok := translations.Load(query); ok {
		return known.(string)
	}
	var out strings.Builder
	last := 0 // the highest number of an argument
	for i := 0; i < len(query); {
		end := i + 1
		switch c := query[i]; {
		case c == '\'':
			if n := strings.IndexByte(query[end:], '\''); n >= 0 {
				end += n + 1
			}
			out.WriteString(query[i:end])
		case c == '?':
			for end < len(query) && '0' <= query[end] && query[end] <= '9' {
				end++
			}
			n := last + 1
			if end > i+1 {
				n, _ = strconv.Atoi(query[i+1 : end]) // they are digits
			}
			last = max(last, n)
			out.WriteString("$" + strconv.Itoa(n))
		case isLetter(c):
			for end < len(query) && isLetter(query[end]) {
				end++
			}
			if word := query[i:end]; word == "user" {
				out.WriteString(`"user"`)
			} else {
				out.WriteString(word)
			}
		default:
			out.WriteByte(c)
		}
		i = end
	}
	translations.Store(query, out.String())
	return out.String()
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// arguments returns arguments as PostgreSQL takes them. It has no numbers for true and false, and its texts hold neither
// NUL nor invalid UTF-8: what people write is kept without, and where something is looked for, nothing is found.
func arguments(args []any) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			return nil, err
		}
		switch x := v.(type) {
		case bool:
			v = int64(0)
			if x {
				v = int64(1)
			}
		case string:
			if strings.IndexByte(x, 0) >= 0 || !utf8.ValidString(x) {
				v = strings.ToValidUTF8(strings.ReplaceAll(x, "\x00", "\uFFFD"), "\uFFFD")
			}
		}
		out[i] = v
	}
	return out, nil
}

// reader reads from either engine.
type reader struct {
	*sql.DB
	postgres bool
}

func (r *reader) querier(q querier) querier {
	if r.postgres {
		return translated{q}
	}
	return q
}

// again calls a function that only reads, and once more if the connection broke: the server may have been started again since
// the connection was used last.
func (r *reader) again(ctx context.Context, f func() error) error {
	err := f()
	if r.postgres && err != nil && away(err) && ctx.Err() == nil {
		err = f()
	}
	return err
}

// QueryContext carries out a query that only reads.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	err = r.again(ctx, func() error {
		rows, err = r.querier(r.DB).QueryContext(ctx, query, args...)
		return err
	})
	return rows, err
}

// QueryRowContext returns the first row of a query that only reads.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) scanner {
	if !r.postgres {
		return r.DB.QueryRowContext(ctx, query, args...)
	}
	return firstRow(r.QueryContext(ctx, query, args...))
}

// snapshot calls f with what is there at one moment.
func (r *reader) snapshot(ctx context.Context, f func(q querier) error) error {
	o := &sql.TxOptions{ReadOnly: true}
	if r.postgres {
		o.Isolation = sql.LevelRepeatableRead
	}
	return r.again(ctx, func() error {
		tx, err := r.BeginTx(ctx, o)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(r.querier(tx))
	})
}

// queryRow returns the first row of a query.
func queryRow(ctx context.Context, q querier, query string, args ...any) scanner {
	return firstRow(q.QueryContext(ctx, query, args...))
}

// row is the first row of a query, as [sql.Row] is.
type row struct {
	rows *sql.Rows
	err  error
}

func firstRow(rows *sql.Rows, err error) scanner { return &row{rows, err} }

// Scan copies the columns, or returns [sql.ErrNoRows].
func (r *row) Scan(to ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := r.rows.Scan(to...); err != nil {
		return err
	}
	return r.rows.Close()
}

// sqlState returns the code that PostgreSQL gives an error; empty: it is no error of PostgreSQL.
func sqlState(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// isDamage reports whether an error of the database means that data are damaged.
func isDamage(err error) bool {
	const corrupt, notADatabase = 11, 26 // result codes of SQLite
	if e := (*sqlite.Error)(nil); errors.As(err, &e) {
		return e.Code()&0xff == corrupt || e.Code()&0xff == notADatabase
	}
	state := sqlState(err)
	return state == "XX001" || state == "XX002" // of data, of an index
}

// isTaken reports whether an error of the database means that a value must be there once and is there already.
func isTaken(err error) bool {
	const unique = 2067 // a result code of SQLite
	if e := (*sqlite.Error)(nil); errors.As(err, &e) {
		return e.Code() == unique
	}
	return sqlState(err) == "23505"
}
