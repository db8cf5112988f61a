"""What people look at: reports and replays."""
