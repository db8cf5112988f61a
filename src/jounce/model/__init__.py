"""What an engineer describes: mechanisms, vehicles, tire files. Names and SI numbers; nothing compiled."""
