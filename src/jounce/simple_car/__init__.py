"""The simplified car of Lee 2000: one rigid body on four contact springs, thousands of them in one compiled call."""
