"""The hand as a state machine: state, actions, events, transitions and settlement."""
