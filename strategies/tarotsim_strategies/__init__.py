"""The strategies that come with tarotsim, registered as anybody's would be."""
