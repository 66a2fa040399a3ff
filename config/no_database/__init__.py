"""The database backend when DATABASE_URL is not set: PostgreSQL in everything, but that no connection is made."""
