"""A model against a measurement: driven with the measured inputs, compared channel by channel and window by window.

validate(study)   study → measured → driven model → agreement, standard methods → Validation
"""
