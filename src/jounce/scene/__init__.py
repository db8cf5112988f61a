"""What a picture of a vehicle needs: shapes on bodies, poses and contact forces over time."""
