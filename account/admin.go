package account

import "context"

// What those who run the server do, at its command line.

// Users returns all users: those with a name first, by name, then guests by age.
func (p *People) Users(ctx context.Context) ([]Listed, error) { return p.store.Users(ctx) }

// Ban ends the sessions and tokens of a user, who can no longer log in.
func (p *People) Ban(ctx context.Context, u *User) error { return p.store.SetBanned(ctx, u.ID, now()) }

// Unban lets a user log in again.
func (p *People) Unban(ctx context.Context, u *User) error {
	return p.store.SetBanned(ctx, u.ID, User{}.Banned)
}

// Remove removes a user without asking him.
func (p *People) Remove(ctx context.Context, u *User) error { return p.store.DeleteUser(ctx, u.ID) }
