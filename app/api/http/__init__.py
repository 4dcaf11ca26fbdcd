"""What all routes share: bodies, errors, documents, headers, sessions and limits."""
