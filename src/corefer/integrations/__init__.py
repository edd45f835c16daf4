"""Other libraries' interfaces to corefer; each module needs the extra of its name."""
