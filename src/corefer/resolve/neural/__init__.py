"""The learned resolver: a small network over the analyser's word vectors and the features that rules look at."""
