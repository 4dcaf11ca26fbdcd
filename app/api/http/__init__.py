"""What all routes share: requests, errors, headers, sessions and limits."""
