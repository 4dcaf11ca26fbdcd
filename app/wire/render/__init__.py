"""What one seat is sent: views, frames, events and decisions."""
