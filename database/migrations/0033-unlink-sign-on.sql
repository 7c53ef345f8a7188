-- An operator may have somebody's provider introduce them anew.
grant delete on sign_on_identity to portal_app;
