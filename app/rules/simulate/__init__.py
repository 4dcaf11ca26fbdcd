"""Complete hands of random legal play."""
